import type { ServiceObject } from '@holdfast/platform/service-host';
import { NotificationSettingRow } from './notification-setting.entity.js';
import { NotificationSettingsService } from './notification-settings.service.js';
import { SettingsStore } from './settings.store.js';

export const settings = {
  rows: [NotificationSettingRow],
  services: [NotificationSettingsService],
  parts: [SettingsStore],
} satisfies ServiceObject;
