import type { ServiceObject } from '@holdfast/platform/service-host';
import { botRelations } from './bot-relations.js';
import { BotService } from './bot.service.js';
import { BotStore, botList } from './bot.store.js';

export const bot = {
  services: [BotService],
  parts: [BotStore],
  related: [botRelations],
  lists: { bot: botList },
} satisfies ServiceObject;
