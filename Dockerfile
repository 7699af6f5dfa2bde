# Server and worker; Node strips the types, so there is no build step but the dashboard's.
# Without the workspaces: what the dashboard is made of is needed to build it alone. The image has its own Node: the npm package of that
# name would put a second one on the PATH. Of the ONNX runtime, which comes for every platform (288 MB), only this one's stays (46 MB).
FROM node:24.21.0-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --workspaces=false --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/node node_modules/.bin/node \
  && find node_modules/onnxruntime-node/bin -type f ! -path "*/linux/$(node -p process.arch)/*" -delete

FROM node:24.21.0-bookworm-slim AS dashboard
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY cli/package.json cli/
COPY client/package.json client/
COPY dashboard/package.json dashboard/
COPY machine/package.json machine/
RUN npm ci --ignore-scripts --no-audit --no-fund && rm -rf node_modules/node node_modules/.bin/node
COPY tsconfig.json ./
COPY client client
COPY dashboard dashboard
COPY src src
RUN npm run -s dashboard

# Its own stage: the model is fetched again only when its pins change.
FROM node:24.21.0-bookworm-slim AS model
WORKDIR /app
COPY LICENSE ./
COPY src/platform/embeddings/model-files.ts src/platform/embeddings/
COPY scripts/model.ts scripts/
COPY scripts/model scripts/model
RUN EMBEDDINGS_MODEL_DIR=/model node scripts/model.ts

FROM node:24.21.0-bookworm-slim
WORKDIR /app
# Threads for hashing, DNS, files and pictures; Node reads this before any of our code runs.
ENV UV_THREADPOOL_SIZE=8
# glibc keeps a heap for every thread that allocates, up to eight a core; with two a process holds 10 MB less.
ENV MALLOC_ARENA_MAX=2
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 FILES_URL=file:///data/files EMBEDDINGS_MODEL_DIR=/model
# A volume mounted here takes over its owner.
RUN install -d -o node -g node /data
COPY --from=dependencies /app/node_modules node_modules
COPY --from=model /model /model
COPY package.json LICENSE ./
COPY database database
COPY docs/*.md docs/
COPY src src
COPY --from=dashboard /app/dashboard/dist dashboard/dist
USER node
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "src/main/check-health.ts"]
CMD ["node", "src/main/serve.ts"]
