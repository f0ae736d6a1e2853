/** Build tools fetch large files from the bucket itself, where the gateway sends them there. */
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BucketServer, itWithBuckets } from '../../clients/bucket-server.js';
import { sha256 } from '../../clients/deployer.js';
import { ivies, Ivy } from '../../clients/ivy.js';
import { Maven } from '../../clients/maven.js';
import { OwnInstallation } from '../../clients/own-installation.js';
import { scratch } from '../../scratch.js';
import { newProject, newRepository } from '../../world.js';

itWithBuckets(
  'large files of build tools come from the bucket, by addresses that nobody can change',
  async () => {
    const bucket = await BucketServer.start();
    const installation = await OwnInstallation.make({
      ...BucketServer.credentials,
      HOLDFAST_BLOBS_URL: bucket.at('jars'),
      HOLDFAST_BLOBS_REDIRECT: '64K',
    });
    try {
      await installation.must('up', '--detach');
      const admin = await installation.login();
      const project = await newProject(admin);
      const [jars, modules] = [
        await newRepository(admin, project, 'maven'),
        await newRepository(admin, project, 'ivy'),
      ];
      const file = join(await scratch(), 'some.jar');
      const content = randomBytes(300_000);
      await writeFile(file, content);
      const maven = await Maven.for(admin);
      expect(await maven.deployFile(jars.url, file, 'org.example:some:1')).toMatchObject({ status: 0 });

      const path = `${jars.url}/org/example/some/1/some-1.jar`;
      const headers = { authorization: admin.basic };
      const sent = await fetch(path, { headers, redirect: 'manual' });
      expect(sent.status).toBe(307);
      expect(sent.headers.get('x-checksum-sha256')).toBe(sha256(new Uint8Array(content)));
      const address = sent.headers.get('location') ?? '';
      expect(address.startsWith(bucket.at('').replace(/^.*endpoint=/, ''))).toBe(true);
      const there = await fetch(address);
      expect(sha256(new Uint8Array(await there.arrayBuffer()))).toBe(sha256(new Uint8Array(content)));
      expect((await fetch(address.replace(/Signature=./, 'Signature=g'))).status).toBe(403);
      const part = await fetch(path, { headers: { ...headers, range: 'bytes=5-9' }, redirect: 'manual' });
      expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, content.subarray(5, 10)]);
      expect((await fetch(path, { redirect: 'manual' })).status).toBe(401);

      const reader = await Maven.for(admin);
      const got = await reader.get(jars.url, 'org.example:some:1');
      expect([got.status, got.output]).toEqual([
        0,
        expect.not.stringContaining('WARNING] Could not validate'),
      ]);
      expect(await readFile(join(reader.placeOf('org.example:some:1'), 'some-1.jar'))).toEqual(content);

      const text = content.toString('hex');
      const ivy = await Ivy.for(admin, modules.url, ivies[0]);
      expect(await ivy.publish('org.example', 'mod', '1', text)).toMatchObject({ status: 0 });
      const other = await Ivy.for(admin, modules.url, ivies[0]);
      expect(await other.retrieve('org.example', 'mod', '1')).toMatchObject({ status: 0 });
      expect(await readFile(join(other.directory, 'lib/mod-1.jar'), 'utf8')).toBe(text);
    } finally {
      await installation.run('down');
      await bucket.stop();
    }
  },
  300_000,
);
