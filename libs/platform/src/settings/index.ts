export * from './blob-places.js';
export * from './listen-address.js';
export * from './setting-forms.js';
export * from './settings.js';
export * from './ssh-address.js';
