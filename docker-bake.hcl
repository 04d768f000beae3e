# docker buildx bake                    every variant, and the collector
# docker buildx bake article            the builds that the article measured
# docker buildx bake history            the builds that Arm's study compared
# docker buildx bake --set '*.platform=linux/amd64,linux/arm64'
#
# Bake reads the targets from compose.yaml; here is only what that cannot say. Bake does not know
# profiles, so without these groups it would build `custom`, which has no base of its own, too.

group "default" {
  targets = [
    "jdk8-temurin", "jdk11-temurin", "jdk17-temurin", "jdk21-temurin", "jdk25-temurin",
    "graalvm-ce-17", "graalvm-ce-21", "graalvm-ce-25",
    "oracle-graalvm-17", "oracle-graalvm-21", "oracle-graalvm-25",
    "collector",
  ]
}

group "article" {
  targets = [
    "article-jdk8-temurin", "article-jdk11-temurin", "article-jdk17-temurin",
    "article-graalvm-ce-17", "article-graalvm-ee-17",
  ]
}

group "history" {
  targets = [
    "history-jdk11-0-8", "history-jdk11-0-12", "history-jdk12", "history-jdk13",
    "history-jdk14", "history-jdk15", "history-jdk16",
  ]
}
