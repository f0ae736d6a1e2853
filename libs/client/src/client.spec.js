import { createServer } from 'node:http';
import { ApiError, Client } from './index.js';
const textOf = async (request) => {
    const pieces = [];
    for await (const piece of request)
        pieces.push(piece);
    return Buffer.concat(pieces).toString();
};
describe('the client of the API', () => {
    let server;
    let base;
    let seen;
    let answer;
    beforeAll(async () => {
        server = createServer((request, response) => {
            void textOf(request).then((body) => {
                seen.push({ line: `${request.method} ${request.url}`, body, headers: request.headers });
                response.writeHead(answer.status, { 'content-type': answer.type ?? 'application/json' });
                response.end(answer.text);
            });
        }).listen(0, '127.0.0.1');
        await new Promise((ready) => server.once('listening', ready));
        base = `http://127.0.0.1:${server.address().port}/api`;
    });
    afterAll(() => new Promise((ended) => server.close(ended)));
    beforeEach(() => {
        seen = [];
        answer = { status: 200, text: '{"id":"main"}' };
    });
    const keys = { company_key: 'c', account_key: 'a' };
    it('sends what an operation takes where its contract says', async () => {
        const params = { project_id: 'web', repository_id: 'a b', id: 'feature/x' };
        const { id } = await new Client(base, keys).call('branch.update', { params, body: { protected: true } });
        expect(id).toBe('main');
        expect(seen).toMatchObject([
            {
                line: 'PUT /api/projects/web/repositories/a%20b/branches/feature%2Fx',
                body: '{"protected":true}',
                headers: {
                    accept: 'application/vnd.svc.v1',
                    authorization: 'svc.company_key="c",account_key="a"',
                    'content-type': 'application/json',
                },
            },
        ]);
    });
    it('sends nothing that is not said', async () => {
        await new Client(base).call('company.show');
        await new Client(base).call('project.list', { query: { limit: 2, search_term: 'a&b', sort: undefined } });
        expect(seen.map(({ line, body }) => [line, body])).toEqual([
            ['GET /api/company', ''],
            ['GET /api/projects?limit=2&search_term=a%26b', ''],
        ]);
        expect(seen[0].headers).not.toHaveProperty('authorization');
        expect(seen[0].headers).not.toHaveProperty('content-type');
    });
    it('throws what is refused, with all that was answered', async () => {
        answer = { status: 422, text: '{"api_status":422,"api_errors":{"id":{"reserved":true}}}' };
        const refused = new Client(base, keys).call('project.create', { body: { id: 'a', name: 'b' } });
        const error = await refused.catch((reason) => reason);
        expect(error).toBeInstanceOf(ApiError);
        expect(error).toMatchObject({
            operation: 'project.create',
            answer: { status: 422, body: { api_errors: { id: { reserved: true } } } },
        });
    });
    it('answers any request whatever comes, raw bodies and other headers included', async () => {
        answer = { status: 404, type: 'text/plain', text: 'nothing' };
        const headers = { accept: undefined, 'content-type': 'text/plain' };
        const sent = new Client(base, keys).send('POST', '/other', { raw: 'as it is', headers });
        expect(await sent).toMatchObject({ status: 404, body: {}, text: 'nothing' });
        expect(seen).toMatchObject([{ line: 'POST /api/other', body: 'as it is' }]);
        expect(seen[0].headers.accept).toBe('*/*');
    });
    it('compiles only what a contract has', () => {
        const client = new Client(base);
        const wrong = [
            // @ts-expect-error: there is no such operation
            () => client.call('project.paint'),
            // @ts-expect-error: the path needs a project
            () => client.call('project.show'),
            // @ts-expect-error: a name is required
            () => client.call('project.create', { body: { id: 'a' } }),
            // @ts-expect-error: there is no such color
            () => client.call('project.update', { params: { project_id: 'a' }, body: { color: 'gray' } }),
            // @ts-expect-error: a project has no owner
            () => 'owner',
        ];
        expect(wrong).toHaveLength(5);
    });
});
