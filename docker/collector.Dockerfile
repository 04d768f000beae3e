# The collector: plans campaigns, decides, and writes reports, all of it in /out.
# Contexts: jdk (Java 17 or newer) and base (Dockerfile.base). Both are named in compose.yaml.

# hadolint ignore=DL3006 # a named context has no tag
FROM jdk
COPY --link --from=base /collector /opt/whichjvm
ENV WHICHJVM_IN_IMAGE=1 WHICHJVM_OUT=/out
WORKDIR /
ENTRYPOINT ["/opt/whichjvm/collect"]
CMD ["report"]
LABEL org.opencontainers.image.title="whichjvm/collector" \
  org.opencontainers.image.description="Plans campaigns, decides and writes the report: docker compose run --rm collector"
