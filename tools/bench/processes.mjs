import { readdirSync, readFileSync } from 'node:fs';

const read = (pid, file) => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // it has ended
  }
};

const parentOf = (pid) =>
  Number(
    read(pid, 'stat')
      .replace(/^.*\) /, '')
      .split(' ')[1],
  );

/** The process and all its descendants. */
export const processTree = (pid) => {
  const children = new Map();
  for (const each of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const parent = parentOf(each);
    children.set(parent, [...(children.get(parent) ?? []), Number(each)]);
  }
  const collect = (at) => [at, ...(children.get(at) ?? []).flatMap(collect)];
  return collect(pid);
};

/** Resident memory in bytes; a child has the name of its part and of its program. */
export const memoryOf = (pid, part) => {
  const command = read(pid, 'cmdline').split('\0');
  const program = command.find((each) => /main\.js$/.test(each));
  const isMain = program ? program.includes(`/${part}/dist/main.js`) : command[0].endsWith('nats-server');
  const name = isMain ? part : program ? `${part}, byte process` : `${part}, ${command[0].split('/').at(-1)}`;
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(read(pid, 'status')) ?? [];
  return { name, resident: Number(kilobytes ?? 0) * 1024 };
};
