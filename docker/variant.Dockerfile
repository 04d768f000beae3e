# One variant: the JDK as its vendor ships it, plus launcher and jar. Nothing is installed.
# Contexts: jdk (the variant's base) and base (Dockerfile.base). Both are named in compose.yaml.

# hadolint ignore=DL3006 # a named context has no tag
FROM jdk
ARG VARIANT
# What the variant's name promises; "any" promises nothing.
ARG VERSION
ARG VENDOR
ARG COMPILER
ARG TARGETARCH
COPY --link --from=base /workload /opt/whichjvm
ENV WHICHJVM_IN_IMAGE=1 \
  WHICHJVM_VARIANT=$VARIANT \
  WHICHJVM_IMAGE=whichjvm/$VARIANT \
  WHICHJVM_ARCH=$TARGETARCH \
  WHICHJVM_OUT=/out
RUN /opt/whichjvm/launch self-check \
  --version "$VERSION" --vendor "$VENDOR" --compiler "$COMPILER" --arch "$TARGETARCH"
# The launcher starts as root and becomes the owner of /out before it starts a JVM (see launch).
WORKDIR /
ENTRYPOINT ["/opt/whichjvm/launch"]
CMD ["queue-latency"]
# The last one: a commit changes no layer.
ARG REVISION
ENV WHICHJVM_REVISION=$REVISION
LABEL org.opencontainers.image.title="whichjvm/$VARIANT" \
  org.opencontainers.image.description="Chronicle Queue latency on one JVM: docker compose run --rm $VARIANT"
