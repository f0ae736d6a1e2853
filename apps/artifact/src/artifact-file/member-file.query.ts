import { statement } from '@holdfast/platform/persistence';
import { fileColumns, type FileColumns } from './stored-file.js';

// By hand: a download from a group asks one of these, however many members it has.

/** The file of this name in the first of the directories that has one. */
export const findInFirst = statement<FileColumns>(
  'member_file_find',
  `select ${fileColumns} from unnest($1::bytea[]) with ordinality as m(directory, place) cross join lateral
     (select * from file x where x.directory = m.directory and x.name = $2 limit 1) as f
   order by m.place limit 1`,
);
export const findAnyDirectory = statement<{ found: boolean }>(
  'member_directory_find',
  'select true as found from directory d where d.hash = any($1::bytea[]) limit 1',
);
export const childrenOfAll = statement<{ name: string }>(
  'member_directory_children',
  'select name from directory where parent = any($1::bytea[]) limit $2',
);
export const filesInAll = statement<{ place: number; name: string; size: string; modifiedAt: Date }>(
  'member_directory_files',
  `select array_position($1::bytea[], directory) as place, name, size, modified_at as "modifiedAt"
     from file where directory = any($1::bytea[]) limit $2`,
);
