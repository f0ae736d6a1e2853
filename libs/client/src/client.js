import { routes } from './generated/operations.js';
/** An operation was refused, or failed. */
export class ApiError extends Error {
    operation;
    answer;
    constructor(operation, answer) {
        super(`${operation} answered ${answer.status}: ${answer.text}`);
        this.operation = operation;
        this.answer = answer;
    }
}
/** The header that says who asks. */
export const authorization = ({ company_key, account_key }, vendor = 'svc') => `${vendor}.company_key="${company_key}",account_key="${account_key}"`;
/** The JSON API as one account sees it; without keys as nobody. */
export class Client {
    base;
    keys;
    vendor;
    constructor(
    /** The address that all paths follow. */
    base, keys, 
    /** What the installation calls itself in media types and credentials. */
    vendor = 'svc') {
        this.base = base;
        this.keys = keys;
        this.vendor = vendor;
    }
    /** Has an operation carried out. @throws ApiError when it is not */
    async call(name, ...[input, extra]) {
        const [method, template] = routes[name];
        const { params = {}, query = {}, body } = input ?? {};
        const path = template.replace(/:([a-z_]+)/g, (_, part) => encodeURIComponent(params[part]));
        const answer = await this.send(method, path + queryText(query), { body, ...extra });
        if (answer.status >= 400)
            throw new ApiError(name, answer);
        return answer.body;
    }
    /** Sends any request and answers whatever comes. `path` stands below the base address, with its query. */
    async send(method, path, { body, raw, headers = {} } = {}) {
        const sent = {
            accept: `application/vnd.${this.vendor}.v1`,
            authorization: this.keys && authorization(this.keys, this.vendor),
            'content-type': body === undefined && raw === undefined ? undefined : 'application/json',
            ...headers,
        };
        const response = await fetch(this.base + path, {
            method,
            headers: Object.entries(sent).filter((header) => header[1] !== undefined),
            body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
        });
        const text = await response.text();
        const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
        const { status } = response;
        return { status, headers: response.headers, body: isJson && text ? JSON.parse(text) : {}, text };
    }
}
const queryText = (query) => {
    const given = Object.entries(query).flatMap(([name, value]) => value === undefined ? [] : [[name, String(value)]]);
    return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
};
