import { allOperations } from '@holdfast/contracts';
import { describeLists } from '@holdfast/platform/testing';
import { lists } from '../composition.js';

const listed = allOperations.filter(({ kind, service }) => kind === 'list' && service === 'identity');

describeLists(
  listed.map(({ object }) => object),
  lists,
);
