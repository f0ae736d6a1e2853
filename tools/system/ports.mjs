import { Complaint } from './complaint.mjs';
import { createServer } from 'node:net';
import { readJson, writePrivateJson } from './private-files.mjs';

/**
 * @param {number} port
 * @param {string} host
 * @returns {Promise<{ port: number, error?: undefined } | { port?: undefined, error: NodeJS.ErrnoException }>}
 */
const bind = (port, host) =>
  new Promise((done) => {
    const server = createServer();
    server.once('error', (error) => done({ error }));
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      const bound = typeof address === 'object' && address ? address.port : port;
      server.close(() => done({ port: bound }));
    });
  });

/** Why nothing can listen there, or undefined when the port is free. @param {number} port */
export const obstacle = async (port, host = '127.0.0.1') => (await bind(port, host)).error;

/** A port of the loopback interface that nobody uses at this moment. */
export const freePort = async () => {
  const { port, error } = await bind(0, '127.0.0.1');
  if (error) throw error;
  return port;
};

/** The internal ports of the last start, by name. @param {string} file */
export const knownPorts = (file) => /** @type {Partial<Record<string, number>>} */ (readJson(file) ?? {});

/**
 * The internal ports by name: those of the last start where they are still free, others otherwise.
 * They are written down, so that an installation keeps its ports as long as it can.
 * @template {string} N
 * @param {string} file
 * @param {N[]} names
 */
export const rememberedPorts = async (file, names) => {
  const last = knownPorts(file);
  const ports = /** @type {Record<N, number>} */ ({});
  for (const name of names) {
    const old = last[name];
    const usable = old !== undefined && !Object.values(ports).includes(old) && !(await obstacle(old));
    ports[name] = usable ? old : await freePort();
  }
  writePrivateJson(file, { ...last, ...ports });
  return ports;
};

/**
 * @throws Complaint when nothing can listen there
 * @param {string} host
 * @param {number} port
 * @param {string} setting by which another port is chosen
 */
export const refuseTaken = async (host, port, setting) => {
  const error = await obstacle(port, host);
  if (error?.code === 'EADDRINUSE')
    throw new Complaint(`Port ${port} on ${host} is in use by another program: set ${setting}`);
  if (error) throw new Complaint(`Nothing can listen on ${host} port ${port}: ${error.message}`);
};
