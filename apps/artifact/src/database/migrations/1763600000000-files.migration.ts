import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Files of all artifact repositories, as a tree of directories. A directory is keyed by a SHA-256 of its repository
 * and path: a path of 4096 bytes does not fit into an index, and a key that is unique alone leaves no choice of a
 * plan. The root has no row.
 */
export class Files1763600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table artifact.directory (
        repository uuid not null,
        hash bytea not null,
        parent bytea not null,
        name text collate "C" not null,
        path text collate "C" not null,
        constraint directory_pkey primary key (hash)
      );
      create unique index directory_parent_name on artifact.directory (parent, name);

      create table artifact.file (
        repository uuid not null,
        directory bytea not null,
        name text collate "C" not null,
        size bigint not null,
        md5 bytea not null,
        sha1 bytea not null,
        sha256 bytea not null,
        sha512 bytea not null,
        uploaded smallint not null,
        released boolean not null,
        artifact bytea,
        version text collate "C",
        created_by uuid not null,
        created_at timestamptz not null,
        modified_at timestamptz not null,
        constraint file_pkey primary key (directory, name)
      );
      create index file_version on artifact.file (artifact, version) where artifact is not null;
      create index file_sha256 on artifact.file (sha256);

      create sequence artifact.file_index_generation;
      create table artifact.file_index (
        directory bytea not null,
        path text collate "C" not null,
        generation bigint not null,
        changed_at timestamptz not null,
        contribution jsonb,
        rendered bigint,
        content bytea,
        constraint file_index_pkey primary key (directory)
      );

      create table artifact.held_checksum (
        directory bytea not null,
        name text collate "C" not null,
        algorithm text not null,
        digest text not null,
        expires_at timestamptz not null,
        constraint held_checksum_pkey primary key (directory, name, algorithm)
      );
      create index held_checksum_expires_at on artifact.held_checksum (expires_at);

      create table artifact.usage (
        repository uuid not null,
        shard smallint not null,
        files bigint not null,
        bytes bigint not null,
        constraint usage_pkey primary key (repository, shard)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table artifact.usage, artifact.held_checksum, artifact.file_index, artifact.file, artifact.directory; drop sequence artifact.file_index_generation',
    );
  }
}
