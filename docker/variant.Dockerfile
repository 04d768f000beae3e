# One variant: the JDK as its vendor ships it, plus launcher, jar and load generator. Nothing is installed.
# Contexts: jdk (the variant's base) and base (Dockerfile.base). Both are named in compose.yaml.

# checked runs the JVM once and sees that it is what the variant's name promises. A person's own image is
# unchecked: nothing of it runs while it is built.
ARG CHECK=checked

# hadolint ignore=DL3006 # a named context has no tag
FROM jdk AS unchecked
ARG VARIANT
ARG TARGETARCH
# What a fork's file says of it, unless the base says more of itself, as those from package registries do.
ARG BASE
COPY --link --from=base /workload /opt/whichjvm
ENV WHICHJVM_IN_IMAGE=1 \
  WHICHJVM_VARIANT=$VARIANT \
  WHICHJVM_IMAGE=whichjvm/$VARIANT \
  WHICHJVM_BASE="${WHICHJVM_BASE:-$BASE}" \
  WHICHJVM_ARCH=$TARGETARCH \
  WHICHJVM_OUT=/out

FROM unchecked AS checked
ARG VERSION
ARG VENDOR
ARG COMPILER
ARG TARGETARCH
RUN /opt/whichjvm/launch self-check \
  --version "$VERSION" --vendor "$VENDOR" --compiler "$COMPILER" --arch "$TARGETARCH"
# A JVM reads most of its classes from an archive, verified and laid out. None is made under an emulator: it would be
# one of the processor that the emulator has. No two archives are the same bytes, and a release has none.
ARG BUILDARCH
ARG CLASS_DATA=yes
RUN --mount=type=tmpfs,target=/tmp \
  [ "$CLASS_DATA" != yes ] || [ "$BUILDARCH" != "$TARGETARCH" ] || /opt/whichjvm/launch class-data

# hadolint ignore=DL3006 # a stage has no tag
FROM $CHECK
ARG VARIANT
# By hand the launcher starts as root and becomes the owner of /out before it starts a JVM (see launch).
WORKDIR /
ENTRYPOINT ["/opt/whichjvm/launch"]
CMD ["queue-latency"]
# The last one: a commit changes no layer.
ARG REVISION
ENV WHICHJVM_REVISION=$REVISION
LABEL org.opencontainers.image.title="whichjvm/$VARIANT" \
  org.opencontainers.image.description="Chronicle Queue latency on one JVM: docker compose run --rm $VARIANT"
