import { jest } from '@jest/globals';
import { Rpc } from '@holdfast/platform/rpc';
import { TerminusModule } from '@nestjs/terminus';
import { Test } from '@nestjs/testing';
import type { FastifyReply } from 'fastify';
import { HealthController } from './health.controller.js';

describe('readiness', () => {
  let asked: number;
  let up: boolean;
  let missing: string[];
  let health: HealthController;
  beforeEach(async () => {
    asked = 0;
    up = true;
    missing = [];
    const call = () => {
      asked += 1;
      return Promise.resolve({ up, parts: { database: up }, missing });
    };
    const module = await Test.createTestingModule({
      imports: [TerminusModule.forRoot({ logger: false })],
      controllers: [HealthController],
      providers: [{ provide: Rpc, useValue: { call } }],
    }).compile();
    health = module.get(HealthController);
    jest.useFakeTimers();
  });
  afterEach(() => jest.useRealTimers());

  const ready = async (): Promise<{ code: number; body: string }> => {
    const told = { code: 0, body: '' };
    const reply = {
      code: (code: number) => ((told.code = code), reply),
      header: () => reply,
      send: (body: string) => ((told.body = body), reply),
    };
    await health.ready(reply as unknown as FastifyReply);
    return told;
  };

  it('is looked at once, however many ask', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, ready));
    expect(new Set(all.map(({ code }) => code))).toEqual(new Set([200]));
    await ready();
    expect(asked).toBe(3);
  });

  it('tells what is missing without being down, where something is', async () => {
    expect((await ready()).body).toBe('{"status":"ok","down":[]}');
    missing = ['hg'];
    await jest.advanceTimersByTimeAsync(600);
    const { code, body } = await ready();
    const named = ['artifact.hg', 'identity.hg', 'repository.hg'];
    expect([code, JSON.parse(body)]).toEqual([200, { status: 'ok', down: [], missing: named }]);
  });

  it('is looked at again a moment later', async () => {
    await ready();
    up = false;
    await jest.advanceTimersByTimeAsync(600);
    const { code, body } = await ready();
    expect([code, JSON.parse(body)]).toEqual([
      503,
      { status: 'down', down: ['artifact.database', 'identity.database', 'repository.database'] },
    ]);
  });
});
