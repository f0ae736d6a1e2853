/** Whether a text is the address of a server that answers by HTTP, and nothing else: no user, path or question. */
export const isServerAddress = (text: string): boolean =>
  /^https?:\/\/[^/?#@]+\/?$/.test(text) && URL.canParse(text);
