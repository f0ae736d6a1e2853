/**
 * A program that stands in for ssh: `node <file> <port> [options] <role>@host "git-upload-pack '/name.git'"`. It
 * carries what git says to the session of the engine and back, prints why it failed, and ends with the status of the
 * program at the other end.
 */
export const talkClient = `import { request } from 'node:http';

const [port, ...rest] = process.argv.slice(2);
const [role] = (rest.find((word) => word.includes('@')) ?? '').split('@');
const [, service, name] = /^git-([\\w-]+) '\\/?([^']*)'$/.exec(rest.at(-1) ?? '') ?? [];
const version = process.env.GIT_PROTOCOL;

const outgoing = request(
  {
    host: '127.0.0.1',
    port: Number(port),
    method: 'POST',
    path: \`/\${role}/\${name}/session/\${service}\`,
    headers: version === undefined ? {} : { 'git-protocol': version },
  },
  (response) => {
    if (response.statusCode !== 200) {
      process.stderr.write(\`\${response.statusMessage}\\n\`);
      process.exit(128);
    }
    response.pipe(process.stdout, { end: false });
    response.on('end', () => {
      const { 'x-hf-exit': status, 'x-hf-reason': reason } = response.trailers;
      if (reason) process.stderr.write(\`\${decodeURIComponent(reason)}\\n\`);
      process.stdout.write('', () => process.exit(Number(status ?? 0)));
    });
    response.on('error', () => process.exit(255));
  },
);
outgoing.on('error', () => process.exit(255));
outgoing.flushHeaders();
process.stdin.pipe(outgoing);
`;
