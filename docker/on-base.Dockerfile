# The JVM of a variant's image on the base of whichjvm/all: the same JVM beside another libc.
# Contexts: jvm (the variant's image) and os (the base). Both are named in compose.yaml.

# hadolint ignore=DL3006 # a named context has no tag
FROM jvm AS slice
RUN --mount=type=bind,source=docker/slice,target=/copy sh /copy

# hadolint ignore=DL3006
FROM os
ARG JVM
COPY --link --from=slice /slice /
ENV PATH=/opt/jvms/$JVM/bin:$PATH LANG=C.UTF-8
