/** @apart Starts a second storage node, and ends every part, again and again. */
import { join } from 'node:path';
import { must } from '../../clients/api.js';
import { mustGit, remoteRefs } from '../../clients/git.js';
import { Brancher, Committer, Pusher } from '../../clients/git-writers.js';
import { killAmid, manyKills, seriesPatience, victims } from '../../clients/kill-series.js';
import { Mover } from '../../clients/moves.js';
import { SecondNode } from '../../clients/second-node.js';
import { mustBeSound } from '../../clients/sound-git.js';
import { SshClient } from '../../clients/ssh.js';
import { WitnessedRepository } from '../../clients/witnessed-repository.js';
import { scratch } from '../../scratch.js';

let second: SecondNode | undefined;
afterAll(() => second?.stop());

it(
  'git loses nothing that was acknowledged over any door while it moves and parts are killed at random',
  async () => {
    // It begins after the repository was made, which so is on the first node.
    const witnessed = await WitnessedRepository.make('git');
    second = await SecondNode.start();
    const { admin, project, repository, url, sshUrl } = witnessed;
    const mover = new Mover(admin, project, repository, ['node-1', second.name]);
    const first = { branch: 'main', message: 'm', modified: [{ path: 'a', content: 'a' }] };
    const { id: root } = await must(admin.api.post(`${repository.path}/commits`, first), 201);
    const ssh = (await SshClient.of(admin)).configuration;
    const pushers = [
      await Pusher.make('http', url),
      await Pusher.make('ssh', sshUrl, ssh),
      await Pusher.make('ssh-too', sshUrl, ssh),
    ];
    const committers = ['api', 'api-too'].map((branch) => new Committer(branch, admin, repository, root));
    const brancher = new Brancher(admin, repository, root);
    const dying = victims('git', 'byte process', 'gateway', 'repository', 'nats', second, 'git', 'postgres');
    const writers = [...pushers, ...committers];
    await killAmid(dying, { writers, beside: [brancher], patient: [mover] }, 2 * manyKills);
    await mover.home(seriesPatience);
    expect(mover.acknowledged).not.toEqual([]);

    const copy = join(await scratch(), 'copy');
    await mustGit('/', 'clone', '-q', '--mirror', url, copy);
    const refs = await remoteRefs(copy, url);
    for (const pusher of pushers) {
      const tip = refs[`refs/heads/${pusher.branch}`];
      expect([pusher.branch, await pusher.isWhole(tip)]).toEqual([pusher.branch, true]);
    }
    for (const { branch, acknowledged } of committers) {
      const history = (await mustGit(copy, 'rev-list', branch)).split('\n');
      expect(history).toEqual(expect.arrayContaining(acknowledged));
    }
    const listed = Object.entries(await witnessed.names('branches'));
    expect(Object.fromEntries(listed.map(([id, commit]) => [`refs/heads/${id}`, commit]))).toEqual(refs);
    brancher.check(listed.map(([id]) => id));
    const { stored } = witnessed;
    const words = ['for-each-ref', '--format=%(objectname) %(refname)'];
    const shown = await mustGit(stored, '-c', `safe.directory=${stored}`, ...words);
    expect(Object.fromEntries(shown.split('\n').map((line) => line.split(' ').reverse()))).toEqual(refs);
    await mustBeSound(stored);
    await witnessed.mustTell(refs);
    await witnessed.end();
  },
  // Of these one is for the way home.
  4 * seriesPatience,
);
