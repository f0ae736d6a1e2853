import { botView } from '../account/bot.view.js';
import { ownedAccounts } from '../account/owned-account.query.js';
import type { RelatedRows } from '../related/related-rows.js';
import { visibleBots } from './bot.query.js';

export const botRelations: RelatedRows = {
  object: 'bot',
  table: 'account',
  ...ownedAccounts,
  alias: 'a',
  visible: visibleBots,
  view: botView,
  below: {
    company: {
      bots: { where: `a.company_uuid = parent.uuid and a.type = 'bot' and a.deleted_at is null` },
    },
    project: {
      bots: {
        from: `project_account m join account a on a.uuid = m.account_uuid left join account o on o.uuid = a.owner_uuid`,
        where: `m.project_uuid = parent.uuid and a.type = 'bot' and a.deleted_at is null`,
      },
    },
  },
};
