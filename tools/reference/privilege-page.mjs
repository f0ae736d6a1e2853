import { allOperations, may } from '../../libs/contracts/dist/index.js';
import { projectRoles } from '../../libs/kernel/dist/index.js';
import { table } from './markdown.mjs';

/** @import { Principal, ProjectRole } from '../../libs/kernel/dist/index.js' */

/** @param {Principal['account']['type']} type @param {boolean} companyAdmin @returns {Principal} */
const caller = (type, companyAdmin) => ({
  company: { uuid: 'c', id: 'c' },
  account: { uuid: 'a', id: 'a', type, email: '', name: '' },
  companyAdmin,
  credential: '',
});

/** @type {Principal['account']['type'][]} */
const kinds = ['user', 'collaborator', 'bot'];

/** What guards each operation, by who asks. */
export const privilegePage = () => {
  const used = [...new Set(allOperations.map(({ privilege }) => privilege))]
    .filter((each) => each !== 'public')
    .sort();
  const project = (/** @type {ProjectRole[]} */ roles) => ({
    project: { uuid: 'p', id: 'p', deleted: false, visibility: /** @type {const} */ ('company'), roles },
  });
  /** @param {boolean} allowed */
  const mark = (allowed) => (allowed ? 'yes' : '');
  const ofProject = used.filter(
    (each) => !may(each, caller('user', false)) && may(each, caller('user', false), project(['admin'])),
  );
  const ofCompany = used.filter((each) => !ofProject.includes(each));
  return [
    '# Privileges\n',
    'What guards each operation, from the rules that guard them. A company admin has all of them.\n',
    '## In a project, by role\n',
    table(
      ['privilege', 'public', ...[...projectRoles].reverse()],
      ofProject.map((each) => [
        `\`${each}\``,
        mark(may(each, caller('user', false), project([]))),
        ...[...projectRoles].reverse().map((role) => mark(may(each, caller('user', false), project([role])))),
      ]),
    ),
    '\n## In the company, by kind of account\n',
    table(
      ['privilege', 'user', 'collaborator', 'bot', 'company admin'],
      ofCompany.map((each) => [
        `\`${each}\``,
        ...kinds.map((type) => mark(may(each, caller(type, false)))),
        mark(may(each, caller('user', true))),
      ]),
    ),
    'Where a row is empty for an account, it may still hold for its own account, for a bot that it owns, or for a group that it manages.',
  ].join('\n');
};
