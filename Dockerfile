# The service as one image for all roles: the command selects web, worker or tools.
#   docker build -t photos . && docker run -p 3000:3000 -v photos:/data photos
ARG BASE=docker.io/library/debian:bookworm-slim

FROM ${BASE} AS build
# For a package registry with a private certificate: a file of certificates that the build can read.
ARG NODE_EXTRA_CA_CERTS=
# Any Node from version 18 can install the packages; one of them is the Node that runs the service.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates nodejs npm \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json ./
COPY scripts/start ./scripts/start
COPY scripts/parts ./scripts/parts
COPY scripts/containers ./scripts/containers
RUN node scripts/containers/install.mjs
COPY . .
ARG COMMIT=
RUN COMMIT=${COMMIT} node_modules/node/bin/node scripts/containers/build.ts

FROM ${BASE}
# tini reaps the processes that a killed database leaves behind; the base image has the locale that initdb needs.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates tini \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --system --uid 10001 --home-dir /data --no-create-home photos \
  && install -d -o photos -g photos -m 0700 /data
COPY --from=build /app /app
WORKDIR /app
ENV NODE_ENV=production DATA_DIR=/data HOST=:: LOG_FORMAT=json \
  PATH=/app/node_modules/node/bin:/usr/local/bin:/usr/bin:/bin NODE_COMPILE_CACHE=/tmp/compiled
USER 10001
VOLUME /data
EXPOSE 3000
# Every role stops within 70 seconds of SIGTERM: allow 75.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=3s --start-period=120s --retries=3 \
  CMD ["node", "scripts/containers/health.mjs"]
ENTRYPOINT ["/usr/bin/tini", "--"]
CMD ["node", "scripts/start.mjs"]
