import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { Complaint } from './complaint.mjs';
import { readJson, writePrivateJson } from './private-files.mjs';

/**
 * Ports below those that systems give to whoever connects: what is ended and started again finds its own one free.
 */
const [lowest, highest] = [15_000, 29_999];
const mostTries = 1_000;

/**
 * Why nothing can listen there, or undefined when the port is free.
 * @param {number} port
 * @returns {Promise<NodeJS.ErrnoException | undefined>}
 */
export const obstacle = (port, host = '127.0.0.1') =>
  new Promise((done) => {
    const server = createServer();
    server.once('error', (error) => done(error));
    server.listen({ port, host, exclusive: true }, () => server.close(() => done(undefined)));
  });

/**
 * Those that this process has given away. Nobody listens there until what was started does: of several installations
 * that tests start at the same time two had one port, once in thirty runs.
 */
const given = /** @type {Set<number>} */ (new Set());

/** A port of the loopback interface that nobody uses at this moment, none of `others`, and each time another one. */
export const freePort = async (/** @type {readonly unknown[]} */ others = []) => {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const port = randomInt(lowest, highest + 1);
    if (others.includes(port) || given.has(port)) continue;
    given.add(port);
    if (!(await obstacle(port))) return port;
  }
  throw new Complaint(`No port between ${lowest} and ${highest} is free on 127.0.0.1.`);
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
    ports[name] = usable ? old : await freePort(Object.values(ports));
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
