import { freePort } from './ports.mjs';

it('gives each port away once, also where nobody listens there yet', async () => {
  const ports = await Promise.all(Array.from({ length: 1_500 }, () => freePort()));
  expect(new Set(ports).size).toBe(ports.length);
});
