import type { ServiceObject } from '@holdfast/platform/service-host';
import { botRelations } from './bot-relations.js';
import { BotSshKeyService } from './bot-ssh-key.service.js';
import { BotService } from './bot.service.js';
import { BotStore, botList } from './bot.store.js';

export const bot = {
  services: [BotService, BotSshKeyService],
  parts: [BotStore],
  related: [botRelations],
  lists: { bot: botList },
} satisfies ServiceObject;
