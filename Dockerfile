# The mock as an image: what `npm pack` holds, with the versions of package-lock.json.
#   docker build -t ensayo .
#   docker run --rm -p 127.0.0.1:4010:4010 -e ENSAYO_CONTROL_TOKEN=… ensayo

FROM node:24-slim AS build
WORKDIR /repository
COPY package.json package-lock.json .npmrc ./
# The image has the Node that the scripts need; no package has to fetch anything else.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/build.ts
RUN mkdir /app \
 && npm pack --ignore-scripts --pack-destination /tmp \
 && tar -xzf /tmp/ensayo-*.tgz -C /app --strip-components 1 \
 && cp package-lock.json .npmrc /app/
RUN cd /app && npm ci --omit=dev --omit=peer --ignore-scripts --no-audit --no-fund

FROM node:24-slim
ENV NODE_ENV=production
COPY --from=build /app /app
# For --data, and for a profile, overlays and fixtures that are mounted.
RUN mkdir /data && chown node:node /data
WORKDIR /data
USER node
EXPOSE 4010
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4010/_ensayo/health/live').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/bin/ensayo.js"]
# Beyond loopback, which a container's port is, the control API needs a token.
CMD ["mock", "--host", "0.0.0.0", "--control-token-env", "ENSAYO_CONTROL_TOKEN"]
