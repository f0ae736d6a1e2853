import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { must } from '../clients/api.js';
import { WorkingCopy } from '../clients/git.js';
import { scratch } from '../scratch.js';
import { companyAdmin, newProject, newRepository } from '../world.js';

// git takes any header behind the committer, also one that is called `parent`. Whoever asked what a commit changed had
// its text handed to `git diff-tree` in the place of an id: an option there wrote files as the server.
describe('A pushed commit with a header called parent that is no parent', () => {
  it.each(['--output=forged', '0'.repeat(39)])('changes what it changes for git: %s', async (forged) => {
    const admin = await companyAdmin();
    const repository = await newRepository(admin, await newProject(admin));
    const copy = await WorkingCopy.make(join(await scratch(), 'copy'));
    await writeFile(join(copy.directory, 'file'), 'one line\n');
    await copy.must('add', '.');
    const tree = await copy.must('write-tree');
    const who = 'A B <a@example.org> 1 +0000';
    const text = `tree ${tree}\nauthor ${who}\ncommitter ${who}\nparent ${forged}\n\nmessage\n`;
    const object = await copy.file(Buffer.from(text));
    const tip = await copy.must('hash-object', '-w', '-t', 'commit', object);
    await copy.must('push', '-q', admin.in(repository.url), `${tip}:refs/heads/main`);
    const path = `${repository.path}/commits/${tip}`;
    expect((await must(admin.api.get(path))).parents).toEqual([]);
    const { results } = await must(admin.api.get(`${path}/changesets`));
    expect(results).toMatchObject([{ status: 'added', additions: 1 }]);
  });
});
