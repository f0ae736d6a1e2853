export * from './setting-forms.js';
export * from './settings.js';
