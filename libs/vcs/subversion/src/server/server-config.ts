import { join } from 'node:path';
import { serverModules, type Programs } from '../process/programs.js';

/** What differs from one installation and start to another. */
export interface ServerConfig {
  /** A directory of the server's own, absolute. */
  directory: string;
  port: number;
  programs: Programs;
  /** More connections than that are never opened to it: each has a process. */
  connections: number;
}

/** For those who ask whether it is there. */
const spare = 4;
/** Processes that wait for connections, at least and at most: it starts one, two, four … more a second. */
const [leastIdle, mostIdle] = [16, 32];
/** What a process remembers of directories and nodes (KiB). */
const cache = 4096;

/**
 * Bytes that lie unread before it on a connection: where a client leaves, it goes on with as much, which may unpack to
 * thousands of times that.
 */
const unread = 128 << 10;

/**
 * The whole configuration of the server: it reads no other. Who may see a repository may see all of it: else the server
 * would ask itself, by a request inside of its own, about each path that a log or an update names.
 */
export const serverConfig = ({ directory, port, programs, connections }: ServerConfig): string => `
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
ServerLimit ${connections + spare}
MaxRequestWorkers ${connections + spare}
StartServers ${leastIdle}
MinSpareServers ${leastIdle}
MaxSpareServers ${mostIdle}
KeepAlive On
KeepAliveTimeout 86400
MaxKeepAliveRequests 1000
Timeout 600
ReceiveBufferSize ${unread}
LimitXMLRequestBody ${17 << 20}
LimitRequestBody 0
LimitRequestFieldSize 65536
LimitRequestLine 65536
SVNUseUTF8 On
SVNInMemoryCacheSize ${cache}
SVNAllowBulkUpdates Prefer
SVNPathAuthz Off
PerlModule HoldfastDav
PerlPostReadRequestHandler HoldfastDav::known
PerlTransHandler HoldfastDav::trans
PerlMapToStorageHandler HoldfastDav::stored
<Location "/">
  PerlTypeHandler HoldfastDav::config
  DavDepthInfinity Off
  AuthType Holdfast
  AuthName repository
  PerlAuthenHandler HoldfastDav::authen
  Require valid-user
</Location>
`;
