import { join } from 'node:path';
import { serverModules, type Programs } from '../process/programs.js';

export interface ServerConfig {
  /** A directory of the server's own, absolute. */
  directory: string;
  port: number;
  programs: Programs;
  connections: ServerConnections;
  /** Each request has a process of its own, of which there are so many. */
  apart?: number;
}

/** More connections than that are never opened to it: it has a thread for each. */
export interface ServerConnections {
  /** For what clients ask. */
  transfers: number;
  /** For files that are sent as slowly as their clients read. */
  contents: number;
  /** For our own questions. */
  questions: number;
}

/**
 * Of one process: more than a company may hold up. Where all of them wait for clients, connections that are kept there
 * are not heard, or closed, though other processes have nothing to do.
 */
const threads = 100;
/** Some are for those who ask whether it is there. */
const processesFor = ({ transfers, contents, questions }: ServerConnections): number =>
  Math.ceil((transfers + contents + questions + 4) / threads);

/**
 * Bytes that lie unread before it on a connection: where a client leaves, it goes on with as much, which may unpack to
 * thousands of times that.
 */
const unread = 128 << 10;

/** How many processes there are, with how many threads each. */
const shape = ({ connections, apart }: ServerConfig) =>
  apart === undefined
    ? { processes: processesFor(connections), first: 2, each: threads, keeps: 'On' }
    : { processes: apart, first: apart, each: 1, keeps: 'Off' };

/** The whole configuration of the server: it reads no other. */
export const serverConfig = (asked: ServerConfig): string => {
  const { directory, port, programs } = asked;
  const { processes, first, each, keeps } = shape(asked);
  return `
ServerRoot "${directory}"
PidFile "${join(directory, 'server.pid')}"
DefaultRuntimeDir "${directory}"
Listen 127.0.0.1:${port}
ServerName 127.0.0.1
ServerSignature Off
ServerTokens Prod
TraceEnable Off
ErrorLog "${join(directory, 'server.log')}"
LogLevel crit
Mutex pthread
${serverModules.map(([name, file]) => `LoadModule ${name} "${join(programs.modules, file)}"`).join('\n')}
ServerLimit ${processes}
StartServers ${first}
ThreadsPerChild ${each}
MinSpareThreads 1
MaxSpareThreads ${Math.max(2, processes * each)}
MaxRequestWorkers ${processes * each}
KeepAlive ${keeps}
KeepAliveTimeout 86400
MaxKeepAliveRequests 0
Timeout 600
ReceiveBufferSize ${unread}
LimitXMLRequestBody ${17 << 20}
LimitRequestBody 0
LimitRequestFieldSize 65536
LimitRequestLine 65536
SVNUseUTF8 On
SVNInMemoryCacheSize 16384
SVNAllowBulkUpdates Prefer
PerlModule HoldfastDav
PerlPostReadRequestHandler HoldfastDav::known
PerlTransHandler HoldfastDav::trans
PerlMapToStorageHandler HoldfastDav::stored
<Location "/">
  PerlTypeHandler HoldfastDav::config
  AuthType Holdfast
  AuthName repository
  PerlAuthenHandler HoldfastDav::authen
  Require valid-user
</Location>
`;
};
