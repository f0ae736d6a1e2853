// Made by tools/reference/generate.mjs; change the contracts instead.
export {};
