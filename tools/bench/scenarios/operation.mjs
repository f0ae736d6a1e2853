import { milliseconds } from '../measure.mjs';

/** What an operator notices: how long a start takes, and how much memory an idle installation has. */
export const operation = ({ installation }) => {
  const idle = Object.entries(installation.memory()).map(([name, resident]) => ({
    name: `idle-${name}`,
    title: `memory of ${name}, idle`,
    unit: 'MiB',
    better: 'less',
    target: name === 'nats' ? undefined : 200,
    rounds: 1,
    ours: () => resident / 2 ** 20,
  }));
  return [
    {
      name: 'start',
      title: 'tools/up --detach on a warm machine until ready',
      unit: 'ms',
      better: 'less',
      target: 10_000,
      rounds: 3,
      before: () => installation.command('down'),
      ours: () => milliseconds(() => installation.command('up', '--detach')),
    },
    ...idle,
  ];
};
