import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Each file has its whole path, once, so that the files of a repository can be listed and searched. 512 characters of
 * it fit into an index whatever they are, and beyond those the few equal ones are sorted. Of files that were there,
 * the path is that of the directories up to the root, whose key is that of the path ''.
 */
export class Paths1763910000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // All rows are written anew, and more than a statement may take otherwise is needed for very many.
    await runner.query('set local statement_timeout = 0');
    await runner.query(`
      alter table artifact.file add column path text collate "C", add column search_text text;
      with recursive tree as (
        select sha256(convert_to(r.repository || '/', 'UTF8')) as hash, '' collate "C" as path
          from (select distinct repository from artifact.file) r
        union all
        select d.hash, t.path || d.name || '/' from tree t cross join lateral
          (select c.hash, c.name from artifact.directory c where c.parent = t.hash offset 0) d
      )
      update artifact.file f set path = t.path || f.name,
          search_text = translate(lower((t.path || f.name) collate "default"), U&'\\03C2', U&'\\03C3')
        from tree t where t.hash = f.directory;
      alter table artifact.file alter column path set not null, alter column search_text set not null;
      create index file_path on artifact.file (repository, left(path, 512));
      create index file_modified_at on artifact.file (repository, modified_at);
      create index file_search on artifact.file using gin (search_text public.gin_trgm_ops);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index artifact.file_path, artifact.file_modified_at, artifact.file_search;
      alter table artifact.file drop column path, drop column search_text;
    `);
  }
}
