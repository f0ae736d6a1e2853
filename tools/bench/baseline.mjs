import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../system/ports.mjs';

/** @param {{ directory: string, port: number, socket: string }} options */
const configuration = ({ directory, port, socket }) => `
user root;
daemon off;
worker_processes ${availableParallelism()};
pid ${directory}/nginx.pid;
error_log ${directory}/error.log error;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000;
  client_max_body_size 0;
  client_body_temp_path ${directory}/upload;
  fastcgi_temp_path ${directory}/fastcgi;
  proxy_temp_path ${directory}/proxy;
  uwsgi_temp_path ${directory}/uwsgi;
  scgi_temp_path ${directory}/scgi;
  types { application/json json; application/octet-stream bin; }
  default_type application/octet-stream;
  server {
    listen 127.0.0.1:${port};
    root ${directory}/files;
    location /static/ { }
    location /private/ { auth_basic "Holdfast"; auth_basic_user_file ${directory}/passwords; }
    location /dav/ {
      auth_basic "Holdfast";
      auth_basic_user_file ${directory}/passwords;
      dav_methods PUT DELETE;
      create_full_put_path on;
    }
    location ~ ^/git(/.*)$ {
      fastcgi_pass unix:${socket};
      fastcgi_buffering off;
      fastcgi_request_buffering off;
      fastcgi_param SCRIPT_FILENAME /usr/lib/git-core/git-http-backend;
      fastcgi_param GIT_PROJECT_ROOT ${directory}/git;
      fastcgi_param GIT_HTTP_EXPORT_ALL "";
      fastcgi_param REMOTE_USER bench;
      fastcgi_param PATH_INFO $1;
      fastcgi_param REQUEST_METHOD $request_method;
      fastcgi_param QUERY_STRING $query_string;
      fastcgi_param CONTENT_TYPE $content_type;
      fastcgi_param CONTENT_LENGTH $content_length;
    }
  }
}
`;

/** @param {import('node:child_process').ChildProcess} child */
const pidOf = ({ pid, spawnfile }) => {
  if (pid === undefined) throw new Error(`${spawnfile} did not start`);
  return pid;
};

/** nginx with files, WebDAV and `git http-backend` behind fcgiwrap: what the same bytes cost elsewhere. */
export class Baseline {
  /** @type {{ program: string, child: import('node:child_process').ChildProcess }[]} */
  children = [];
  port = 0;
  url = '';
  basic = '';

  /** @param {string} directory */
  constructor(directory) {
    this.directory = directory;
  }

  async start() {
    for (const name of ['files/static', 'files/private', 'files/dav', 'git', 'upload'])
      mkdirSync(join(this.directory, name), { recursive: true });
    this.port = await freePort();
    this.url = `http://127.0.0.1:${this.port}`;
    this.basic = `Basic ${Buffer.from('bench:Sturdy4Knots').toString('base64')}`;
    const socket = join(this.directory, 'fcgiwrap.sock');
    writeFileSync(join(this.directory, 'passwords'), 'bench:{PLAIN}Sturdy4Knots\n');
    writeFileSync(
      join(this.directory, 'nginx.conf'),
      configuration({ directory: this.directory, port: this.port, socket }),
    );
    this.run('fcgiwrap', ['-c', '24', '-s', `unix:${socket}`]);
    this.run('nginx', [
      '-p',
      this.directory,
      '-c',
      join(this.directory, 'nginx.conf'),
      '-e',
      join(this.directory, 'error.log'),
    ]);
    for (let wait = 0; !(existsSync(socket) && (await this.answers())); wait += 1) {
      if (wait > 100) throw new Error(`nginx and fcgiwrap do not start; see ${this.directory}/error.log`);
      await sleep(50);
    }
  }

  /** @param {string} program @param {string[]} args @param {NodeJS.ProcessEnv} [env] */
  run(program, args, env) {
    const child = spawn(program, args, { stdio: 'ignore', detached: true, ...(env && { env }) });
    this.children.push({ program: basename(program), child });
  }

  answers() {
    return fetch(this.url).then(
      (answer) => answer.arrayBuffer().then(() => true),
      () => false,
    );
  }

  /** A file below /static/ or /private/; answers its address. @param {string} path @param {string | Buffer} content */
  file(path, content) {
    const file = join(this.directory, 'files', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return `${this.url}/${path}`;
  }

  /** The first process of each program, by name. */
  parts() {
    return Object.fromEntries(this.children.map(({ program, child }) => [program, pidOf(child)]));
  }

  /** Removes what was uploaded, before the disk is kept busy with it; nginx may still be ending an upload. */
  async clear() {
    const uploads = join(this.directory, 'files/dav');
    await rm(uploads, { recursive: true, force: true, maxRetries: 10 });
    mkdirSync(uploads, { recursive: true });
  }

  async stop() {
    await Promise.all(
      this.children.map(
        ({ child }) =>
          /** @type {Promise<void>} */ (
            new Promise((done) => {
              if (child.exitCode !== null || child.signalCode !== null) return done();
              child.once('close', () => done());
              process.kill(-pidOf(child), 'SIGTERM'); // fcgiwrap leaves its workers behind otherwise
            })
          ),
      ),
    );
  }
}
