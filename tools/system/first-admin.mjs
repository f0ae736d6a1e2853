// The administrator of a first company at work, who asks an installation as programs from outside do.
import { Complaint } from './complaint.mjs';
import { parsed } from './private-files.mjs';

/**
 * Asks the installation, and has to be answered by success.
 * @param {string} url
 * @param {RequestInit} [init]
 */
const asked = async (url, init) => {
  const answer = await fetch(url, init);
  const text = await answer.text();
  if (!answer.ok) throw new Complaint(`${init?.method ?? 'GET'} ${url}: ${answer.status} ${text}`);
  return text;
};

/** @import { Access } from './access.mjs' */

export class FirstAdmin {
  /** @param {Access} access */
  constructor(access) {
    this.access = access;
    this.headers = /** @type {Record<string, string>} */ ({ 'content-type': 'application/json' });
  }

  async logIn() {
    const { company, login, password, api_url } = this.access;
    const body = JSON.stringify({ company, login, password });
    const text = await asked(`${api_url}/account/sessions`, { method: 'POST', body, headers: this.headers });
    const { company_key, account_key } = /** @type {{ company_key: string, account_key: string }} */ (
      parsed(text)
    );
    this.headers.authorization = `svc.company_key="${company_key}",account_key="${account_key}"`;
    this.headers.accept = 'application/vnd.svc.v1';
  }

  /** @param {string} path @param {object} what */
  async makes(path, what) {
    const body = JSON.stringify(what);
    const text = await asked(`${this.access.api_url}/${path}`, {
      method: 'POST',
      body,
      headers: this.headers,
    });
    return /** @type {{ http_url: string }} */ (parsed(text));
  }

  /** By Basic, as build tools do. @param {string} url @param {RequestInit} [init] */
  byBasic(url, init) {
    const { login, password } = this.access;
    const authorization = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
    return asked(url, { ...init, headers: { authorization } });
  }

  /** The address with the password in it. @param {string} url */
  known(url) {
    const { login, password } = this.access;
    return Object.assign(new URL(url), { username: login, password }).href;
  }
}
