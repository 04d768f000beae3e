# docker buildx bake                    every variant, and the collector
# docker buildx bake article            the builds that the article measured
# docker buildx bake history            the builds that Arm's study compared
# PLATFORMS=linux/amd64,linux/arm64 docker buildx bake      one image for both of each
# TAG=arm64 PLATFORMS=linux/arm64 docker buildx bake        whichjvm/NAME:arm64
# scripts/release                                           images to hand out: PREFIX, attestations
#
# Bake reads the targets from compose.yaml; this file holds only what compose.yaml cannot say. Bake does
# not know profiles: without these groups it would also build `custom`, which has no base of its own.

# The architectures to build, with commas; if empty, the engine's own, or DOCKER_DEFAULT_PLATFORM.
variable "PLATFORMS" { default = "" }
variable "TAG" { default = "latest" }
# The beginning of each image's name: for a release, a registry's address.
variable "PREFIX" { default = "whichjvm" }

variable "current_variants" {
  default = [
    "jdk8-temurin", "jdk11-temurin", "jdk17-temurin", "jdk21-temurin", "jdk25-temurin",
    "graalvm-ce-17", "graalvm-ce-21", "graalvm-ce-25",
    "oracle-graalvm-17", "oracle-graalvm-21", "oracle-graalvm-25",
  ]
}

variable "article_variants" {
  default = [
    "article-jdk8-temurin", "article-jdk11-temurin", "article-jdk17-temurin",
    "article-graalvm-ce-17", "article-graalvm-ee-17",
  ]
}

variable "history_variants" {
  default = [
    "history-jdk11-0-8", "history-jdk11-0-12", "history-jdk12", "history-jdk13",
    "history-jdk14", "history-jdk15", "history-jdk16",
  ]
}

group "default" { targets = concat(current_variants, ["collector"]) }
group "article" { targets = article_variants }
group "history" { targets = history_variants }

# Bake merges this into the targets of compose.yaml. `base` is in the list because each variant copies
# from a `base` of its own platform, although the jar in it is built once, on the build platform.
target "every" {
  name      = variant
  matrix    = { variant = concat(["base", "collector"], current_variants, article_variants, history_variants) }
  tags      = ["${PREFIX}/${variant}:${TAG}"]
  platforms = PLATFORMS == "" ? [] : split(",", PLATFORMS)
}
