import { createServer } from 'node:net';
import { readJson, writePrivateJson } from './private-files.mjs';

const bind = (port, host) =>
  new Promise((done) => {
    const server = createServer();
    server.once('error', (error) => done({ error }));
    server.listen({ port, host, exclusive: true }, () => {
      const bound = server.address().port;
      server.close(() => done({ port: bound }));
    });
  });

/** Why nothing can listen there, or undefined when the port is free. */
export const obstacle = async (port, host = '127.0.0.1') => (await bind(port, host)).error;

/** A port of the loopback interface that nobody uses at this moment. */
export const freePort = async () => (await bind(0, '127.0.0.1')).port;

/**
 * The internal ports by name: those of the last start where they are still free, others otherwise.
 * They are written down, so that an installation keeps its ports as long as it can.
 */
export const rememberedPorts = async (file, names) => {
  const last = readJson(file) ?? {};
  const ports = {};
  for (const name of names) {
    const old = last[name];
    const usable = Number.isInteger(old) && !Object.values(ports).includes(old) && !(await obstacle(old));
    ports[name] = usable ? old : await freePort();
  }
  writePrivateJson(file, { ...last, ...ports });
  return ports;
};
