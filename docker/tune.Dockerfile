# scripts/tune, for hosts where only an engine is at hand. It is the only privileged service.
# Context: jdk, named in compose.yaml; it is the collector's base, used only for its bash, coreutils and flock.

# hadolint ignore=DL3006 # a named context has no tag
FROM jdk
COPY --link --chmod=755 scripts/tune /opt/whichjvm/
COPY --link --chmod=644 scripts/lib/common.sh scripts/lib/tune.sh /opt/whichjvm/lib/
COPY --link --chmod=644 scripts/lib/usage/tune.txt /opt/whichjvm/lib/usage/
ENV WHICHJVM_IN_IMAGE=1
WORKDIR /
ENTRYPOINT ["/opt/whichjvm/tune"]
CMD ["show"]
LABEL org.opencontainers.image.title="whichjvm/tune" \
  org.opencontainers.image.description="Quiets the host for measuring, and undoes it: docker compose run --rm tune"
