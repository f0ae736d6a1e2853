// Made by tools/reference/generate.mjs; change the contracts instead.

import type {
  Envelope,
  Whole,
  Page,
  AuditEvent,
  Bot,
  SshKey,
  Collaborator,
  Company,
  GroupMember,
  Group,
  License,
  NotificationSettings,
  PasswordRecovery,
  ProjectBot,
  ProjectCollaborator,
  ProjectGroup,
  ProjectMember,
  Project,
  ProjectUser,
  Session,
  Subscriber,
  User,
  Blame,
  Bookmark,
  Branch,
  Changeset,
  Commit,
  Match,
  ProtectedBranch,
  Repository,
  Tag,
  TreeEntry,
  Artifact,
  BotCreate,
  BotUpdate,
  SshKeyCreateOfBot,
  SshKeyUpdateOfBot,
  CollaboratorCreate,
  CollaboratorUpdate,
  CompanyUpdate,
  GroupMemberCreate,
  GroupMemberUpdate,
  GroupMemberUpdateSingular,
  GroupCreate,
  GroupUpdate,
  NotificationSettingsUpdate,
  PasswordRecoveryCreate,
  PasswordRecoveryUpdate,
  ProjectBotCreate,
  ProjectBotUpdate,
  ProjectCollaboratorCreate,
  ProjectCollaboratorUpdate,
  ProjectGroupCreate,
  ProjectGroupUpdate,
  ProjectCreate,
  ProjectUpdate,
  ProjectUserCreate,
  ProjectUserUpdate,
  SessionCreate,
  SshKeyCreate,
  SshKeyUpdate,
  UserCreate,
  UserUpdate,
  BranchCreate,
  BranchUpdate,
  CommitCreate,
  ProtectedBranchCreate,
  ProtectedBranchUpdate,
  RepositoryCreate,
  RepositoryUpdate,
  RepositoryFork,
  RepositoryImport,
  TagCreate,
} from './objects.js';

/** What lists take. */
export type ListQuery = {
  /** Most results of a page. */
  limit?: number;
  /** Index of the first result. */
  offset?: number;
  /** ISO 8601; only objects updated before, to the second, exclusive. */
  before?: string;
  /** ISO 8601; only objects updated after, to the second, exclusive. */
  after?: string;
  /** false: deactivated objects only. */
  active?: 'true' | 'false';
  /** Case-insensitive substring of the searched attributes. */
  search_term?: string;
  /** Comma list of the attributes to search; default all searchable ones. */
  search_fields?: string;
  /** Attribute to sort by; default id. Ties are in order of id. */
  sort?: string;
  /** Direction of `sort`. Audit events and commits are newest first where neither is named. */
  order?: 'asc' | 'ascending' | 'desc' | 'descending';
};

/** What else an answer shall tell. */
export type RelationQuery = {
  /** Comma list of children; adds `<child>_count`. */
  count?: string;
  /** Comma list of children; adds their ids. */
  list?: string;
  /** Comma list of children; adds them in full. */
  include?: string;
  /** Comma list of references to replace by the full object. */
  expand?: string;
};

/** What every operation takes and answers. */
export interface Operations {
  'audit_event.list': {
    input: {
      query?: ListQuery &
        RelationQuery & { [Filter in 'account' | 'operation' | 'target' | 'address']?: string };
    };
    answer: Page<AuditEvent>;
  };
  'audit_event.show': { input: { params: { id: string }; query?: RelationQuery }; answer: AuditEvent };
  'bot.list': { input: { query?: ListQuery & RelationQuery }; answer: Page<Bot> };
  'bot.show': { input: { params: { id: string }; query?: RelationQuery }; answer: Bot };
  'bot.create': { input: { body: BotCreate }; answer: Bot & Required<Pick<Bot, 'account_key'>> };
  'bot.update': { input: { params: { id: string }; body?: BotUpdate }; answer: Bot };
  'bot.delete': { input: { params: { id: string } }; answer: Bot };
  /** Replace the account key; the old one ends */
  'bot.replace_key': { input: { params: { id: string } }; answer: Bot & Required<Pick<Bot, 'account_key'>> };
  'ssh_key.list_of_bot': {
    input: { params: { id: string }; query?: ListQuery & RelationQuery };
    answer: Page<SshKey>;
  };
  'ssh_key.show_of_bot': {
    input: { params: { id: string; key_id: string }; query?: RelationQuery };
    answer: SshKey;
  };
  'ssh_key.create_of_bot': { input: { params: { id: string }; body: SshKeyCreateOfBot }; answer: SshKey };
  'ssh_key.update_of_bot': {
    input: { params: { id: string; key_id: string }; body?: SshKeyUpdateOfBot };
    answer: SshKey;
  };
  'ssh_key.delete_of_bot': { input: { params: { id: string; key_id: string } }; answer: SshKey };
  'collaborator.list': { input: { query?: ListQuery & RelationQuery }; answer: Page<Collaborator> };
  'collaborator.show': { input: { params: { id: string }; query?: RelationQuery }; answer: Collaborator };
  'collaborator.create': { input: { body: CollaboratorCreate }; answer: Collaborator };
  'collaborator.update': {
    input: { params: { id: string }; body?: CollaboratorUpdate };
    answer: Collaborator;
  };
  'collaborator.delete': { input: { params: { id: string } }; answer: Collaborator };
  'company.show': { input: { query?: RelationQuery }; answer: Company };
  'company.update': { input: { body?: CompanyUpdate }; answer: Company };
  'group_member.list': {
    input: { params: { group_id: string }; query?: ListQuery & RelationQuery };
    answer: Page<GroupMember>;
  };
  'group_member.show': {
    input: { params: { group_id: string; id: string }; query?: RelationQuery };
    answer: GroupMember;
  };
  'group_member.create': {
    input: { params: { group_id: string }; body: GroupMemberCreate };
    answer: GroupMember;
  };
  'group_member.update': {
    input: { params: { group_id: string; id: string }; body?: GroupMemberUpdate };
    answer: GroupMember;
  };
  'group_member.delete': { input: { params: { group_id: string; id: string } }; answer: GroupMember };
  'group_member.show_singular': {
    input: { params: { group_id: string; id: string }; query?: RelationQuery };
    answer: GroupMember;
  };
  'group_member.update_singular': {
    input: { params: { group_id: string; id: string }; body?: GroupMemberUpdateSingular };
    answer: GroupMember;
  };
  'group_member.delete_singular': {
    input: { params: { group_id: string; id: string } };
    answer: GroupMember;
  };
  'group.list': { input: { query?: ListQuery & RelationQuery }; answer: Page<Group> };
  'group.show': { input: { params: { group_id: string }; query?: RelationQuery }; answer: Group };
  'group.create': { input: { body: GroupCreate }; answer: Group };
  'group.update': { input: { params: { group_id: string }; body?: GroupUpdate }; answer: Group };
  'group.delete': { input: { params: { group_id: string } }; answer: Group };
  'license.show': { input: { query?: RelationQuery }; answer: License };
  'notification_settings.show': {
    input: {
      query?: RelationQuery & {
        /** For this account; company admins only. */
        account_id?: string;
      };
    };
    answer: NotificationSettings;
  };
  'notification_settings.update': {
    input: {
      query?: {
        /** For this account; company admins only. */
        account_id?: string;
      };
      body?: NotificationSettingsUpdate;
    };
    answer: NotificationSettings;
  };
  /** Send a mail with a link; the answer is the same for unknown addresses */
  'password_recovery.create': { input: { body: PasswordRecoveryCreate }; answer: Envelope };
  'password_recovery.show': {
    input: { params: { token: string }; query?: RelationQuery };
    answer: PasswordRecovery;
  };
  'password_recovery.update': {
    input: { params: { token: string }; body?: PasswordRecoveryUpdate };
    answer: PasswordRecovery;
  };
  'project_bot.list': {
    input: { params: { project_id: string }; query?: ListQuery & RelationQuery };
    answer: Page<ProjectBot>;
  };
  'project_bot.show': {
    input: { params: { project_id: string; id: string }; query?: RelationQuery };
    answer: ProjectBot;
  };
  'project_bot.create': {
    input: { params: { project_id: string }; body: ProjectBotCreate };
    answer: ProjectBot;
  };
  'project_bot.update': {
    input: { params: { project_id: string; id: string }; body?: ProjectBotUpdate };
    answer: ProjectBot;
  };
  'project_bot.delete': { input: { params: { project_id: string; id: string } }; answer: ProjectBot };
  'project_collaborator.list': {
    input: { params: { project_id: string }; query?: ListQuery & RelationQuery };
    answer: Page<ProjectCollaborator>;
  };
  'project_collaborator.show': {
    input: { params: { project_id: string; id: string }; query?: RelationQuery };
    answer: ProjectCollaborator;
  };
  'project_collaborator.create': {
    input: { params: { project_id: string }; body: ProjectCollaboratorCreate };
    answer: ProjectCollaborator;
  };
  'project_collaborator.update': {
    input: { params: { project_id: string; id: string }; body?: ProjectCollaboratorUpdate };
    answer: ProjectCollaborator;
  };
  'project_collaborator.delete': {
    input: { params: { project_id: string; id: string } };
    answer: ProjectCollaborator;
  };
  'project_group.list': {
    input: { params: { project_id: string }; query?: ListQuery & RelationQuery };
    answer: Page<ProjectGroup>;
  };
  'project_group.show': {
    input: { params: { project_id: string; id: string }; query?: RelationQuery };
    answer: ProjectGroup;
  };
  'project_group.create': {
    input: { params: { project_id: string }; body: ProjectGroupCreate };
    answer: ProjectGroup;
  };
  'project_group.update': {
    input: { params: { project_id: string; id: string }; body?: ProjectGroupUpdate };
    answer: ProjectGroup;
  };
  'project_group.delete': { input: { params: { project_id: string; id: string } }; answer: ProjectGroup };
  'project_member.list': {
    input: { params: { project_id: string }; query?: ListQuery & RelationQuery };
    answer: Page<ProjectMember>;
  };
  'project_member.show': {
    input: { params: { project_id: string; id: string }; query?: RelationQuery };
    answer: ProjectMember;
  };
  'project.list': { input: { query?: ListQuery & RelationQuery }; answer: Page<Project> };
  'project.show': { input: { params: { project_id: string }; query?: RelationQuery }; answer: Project };
  'project.create': { input: { body: ProjectCreate }; answer: Project };
  'project.update': { input: { params: { project_id: string }; body?: ProjectUpdate }; answer: Project };
  'project.delete': { input: { params: { project_id: string } }; answer: Project };
  'project_user.list': {
    input: { params: { project_id: string }; query?: ListQuery & RelationQuery };
    answer: Page<ProjectUser>;
  };
  'project_user.show': {
    input: { params: { project_id: string; id: string }; query?: RelationQuery };
    answer: ProjectUser;
  };
  'project_user.create': {
    input: { params: { project_id: string }; body: ProjectUserCreate };
    answer: ProjectUser;
  };
  'project_user.update': {
    input: { params: { project_id: string; id: string }; body?: ProjectUserUpdate };
    answer: ProjectUser;
  };
  'project_user.delete': { input: { params: { project_id: string; id: string } }; answer: ProjectUser };
  /** Log in */
  'session.create': {
    input: { body: SessionCreate };
    answer: Envelope &
      Partial<Omit<Session, 'account' | 'company'>> &
      Required<Pick<Session, 'account_key' | 'company_key'>> & { account: Whole; company: Company };
  };
  'session.list': { input: { query?: ListQuery & RelationQuery }; answer: Page<Session> };
  'session.show': { input: { params: { id: string }; query?: RelationQuery }; answer: Session };
  /** End a session by its account key or id */
  'session.delete': { input: { params: { id: string } }; answer: Envelope };
  'ssh_key.list': { input: { query?: ListQuery & RelationQuery }; answer: Page<SshKey> };
  'ssh_key.show': { input: { params: { id: string }; query?: RelationQuery }; answer: SshKey };
  'ssh_key.create': { input: { body: SshKeyCreate }; answer: SshKey };
  'ssh_key.update': { input: { params: { id: string }; body?: SshKeyUpdate }; answer: SshKey };
  'ssh_key.delete': { input: { params: { id: string } }; answer: SshKey };
  'subscriber.list': {
    input: { params: { project_id: string }; query?: ListQuery & RelationQuery };
    answer: Page<Subscriber>;
  };
  'subscriber.show': {
    input: { params: { project_id: string; id: string }; query?: RelationQuery };
    answer: Subscriber;
  };
  /** Subscribe to the project */
  'subscriber.subscribe': { input: { params: { project_id: string } }; answer: Envelope };
  /** End the subscription to the project */
  'subscriber.unsubscribe': { input: { params: { project_id: string } }; answer: Envelope };
  'user.list': { input: { query?: ListQuery & RelationQuery }; answer: Page<User> };
  'user.show': { input: { params: { id: string }; query?: RelationQuery }; answer: User };
  'user.create': { input: { body: UserCreate }; answer: User };
  'user.update': { input: { params: { id: string }; body?: UserUpdate }; answer: User };
  'user.delete': { input: { params: { id: string } }; answer: User };
  /** which commits the lines of a file came with */
  'blame.list': {
    input: {
      params: { project_id: string; repository_id: string; commit_id: string; path: string };
      query?: ListQuery &
        RelationQuery & {
          /** The first line that is asked about; default 1. */
          first?: number;
          /** The last one; default the last of the file. */
          last?: number;
        };
    };
    answer: Page<Blame>;
  };
  'bookmark.list': {
    input: { params: { project_id: string; repository_id: string }; query?: ListQuery & RelationQuery };
    answer: Page<Bookmark>;
  };
  'branch.list': {
    input: { params: { project_id: string; repository_id: string }; query?: ListQuery & RelationQuery };
    answer: Page<Branch>;
  };
  'branch.show': {
    input: { params: { project_id: string; repository_id: string; id: string }; query?: RelationQuery };
    answer: Branch;
  };
  'branch.create': {
    input: { params: { project_id: string; repository_id: string }; body: BranchCreate };
    answer: Branch;
  };
  'branch.update': {
    input: { params: { project_id: string; repository_id: string; id: string }; body?: BranchUpdate };
    answer: Branch;
  };
  'branch.delete': {
    input: { params: { project_id: string; repository_id: string; id: string } };
    answer: Branch;
  };
  /** what a commit changed, against its first parent */
  'changeset.of_commit': {
    input: {
      params: { project_id: string; repository_id: string; commit_id: string };
      query?: ListQuery & RelationQuery;
    };
    answer: Page<Changeset>;
  };
  /** what changed from where `base` and `head` part to `head`, of `base...head` */
  'changeset.compare': {
    input: {
      params: { project_id: string; repository_id: string; range: string };
      query?: ListQuery & RelationQuery;
    };
    answer: Page<Changeset>;
  };
  'commit.list': {
    input: {
      params: { project_id: string; repository_id: string };
      query?: ListQuery &
        RelationQuery & {
          /** Whose history: a hash, branch or tag; default the repository’s `default_identifier`. */
          reference?: string;
          /** Only commits that touched the file, or anything in the directory. */
          path?: string;
          /** Case-insensitive part of the author’s name and address, as `name <address>`. */
          author?: string;
        };
    };
    answer: Page<Commit>;
  };
  'commit.show': {
    input: {
      params: { project_id: string; repository_id: string; commit_id: string };
      query?: RelationQuery;
    };
    answer: Commit;
  };
  /** Makes a commit on a branch */
  'commit.create': {
    input: { params: { project_id: string; repository_id: string }; body: CommitCreate };
    answer: Commit;
  };
  /** the history of a commit */
  'commit.history': {
    input: {
      params: { project_id: string; repository_id: string; commit_id: string };
      query?: ListQuery & RelationQuery;
    };
    answer: Page<Commit>;
  };
  /** commits that touched a path, from a commit back */
  'commit.history_of': {
    input: {
      params: { project_id: string; repository_id: string; commit_id: string; path: string };
      query?: ListQuery & RelationQuery;
    };
    answer: Page<Commit>;
  };
  /** what came after a commit, up to the default branch */
  'commit.future': {
    input: {
      params: { project_id: string; repository_id: string; commit_id: string };
      query?: ListQuery & RelationQuery;
    };
    answer: Page<Commit>;
  };
  /** commits that touched a path, from a commit forward to the default branch */
  'commit.future_of': {
    input: {
      params: { project_id: string; repository_id: string; commit_id: string; path: string };
      query?: ListQuery & RelationQuery;
    };
    answer: Page<Commit>;
  };
  /** commits that `head` reaches and `base` does not, of `base...head` */
  'commit.compare': {
    input: {
      params: { project_id: string; repository_id: string; range: string };
      query?: ListQuery & RelationQuery;
    };
    answer: Page<Commit>;
  };
  /** look for `search_term` in the files of a commit */
  'match.list': {
    input: {
      params: { project_id: string; repository_id: string; commit_id: string };
      query?: ListQuery & RelationQuery;
    };
    answer: Page<Match>;
  };
  'protected_branch.list': {
    input: { params: { project_id: string; repository_id: string }; query?: ListQuery & RelationQuery };
    answer: Page<ProtectedBranch>;
  };
  'protected_branch.show': {
    input: { params: { project_id: string; repository_id: string; id: string }; query?: RelationQuery };
    answer: ProtectedBranch;
  };
  'protected_branch.create': {
    input: { params: { project_id: string; repository_id: string }; body: ProtectedBranchCreate };
    answer: ProtectedBranch;
  };
  'protected_branch.update': {
    input: {
      params: { project_id: string; repository_id: string; id: string };
      body?: ProtectedBranchUpdate;
    };
    answer: ProtectedBranch;
  };
  'protected_branch.delete': {
    input: { params: { project_id: string; repository_id: string; id: string } };
    answer: ProtectedBranch;
  };
  'repository.list': {
    input: { params: { project_id: string }; query?: ListQuery & RelationQuery };
    answer: Page<Repository>;
  };
  'repository.show': {
    input: { params: { project_id: string; repository_id: string }; query?: RelationQuery };
    answer: Repository;
  };
  'repository.create': {
    input: { params: { project_id: string }; body: RepositoryCreate };
    answer: Repository;
  };
  'repository.update': {
    input: { params: { project_id: string; repository_id: string }; body?: RepositoryUpdate };
    answer: Repository;
  };
  'repository.delete': {
    input: { params: { project_id: string; repository_id: string } };
    answer: Repository;
  };
  /** Make a new repository with the branches and tags of this one */
  'repository.fork': {
    input: { params: { project_id: string; repository_id: string }; body: RepositoryFork };
    answer: Repository;
  };
  /** Bring what a repository elsewhere has into this one, which is empty */
  'repository.import': {
    input: { params: { project_id: string; repository_id: string }; body: RepositoryImport };
    answer: Repository;
  };
  /** Stop an import that waits or runs */
  'repository.stop_import': {
    input: { params: { project_id: string; repository_id: string } };
    answer: Repository;
  };
  'tag.list': {
    input: { params: { project_id: string; repository_id: string }; query?: ListQuery & RelationQuery };
    answer: Page<Tag>;
  };
  'tag.show': {
    input: { params: { project_id: string; repository_id: string; id: string }; query?: RelationQuery };
    answer: Tag;
  };
  'tag.create': {
    input: { params: { project_id: string; repository_id: string }; body: TagCreate };
    answer: Tag;
  };
  'tag.delete': { input: { params: { project_id: string; repository_id: string; id: string } }; answer: Tag };
  /** list the root directory at a commit */
  'tree_entry.root': {
    input: {
      params: { project_id: string; repository_id: string; commit_id: string };
      query?: ListQuery & RelationQuery;
    };
    answer: Page<TreeEntry>;
  };
  /** list a directory at a commit */
  'tree_entry.below': {
    input: {
      params: { project_id: string; repository_id: string; commit_id: string; path: string };
      query?: ListQuery & RelationQuery;
    };
    answer: Page<TreeEntry>;
  };
  /** list all paths at a commit */
  'tree_entry.files': {
    input: {
      params: { project_id: string; repository_id: string; commit_id: string };
      query?: ListQuery & RelationQuery;
    };
    answer: Page<TreeEntry>;
  };
  'artifact.list': {
    input: { params: { project_id: string; repository_id: string }; query?: ListQuery & RelationQuery };
    answer: Page<Artifact>;
  };
  'artifact.show': {
    input: { params: { project_id: string; repository_id: string; id: string }; query?: RelationQuery };
    answer: Artifact;
  };
}
export type OperationName = keyof Operations;

export const routes = {
  'audit_event.list': ['GET', '/audit_events'],
  'audit_event.show': ['GET', '/audit_events/:id'],
  'bot.list': ['GET', '/bots'],
  'bot.show': ['GET', '/bots/:id'],
  'bot.create': ['POST', '/bots'],
  'bot.update': ['PUT', '/bots/:id'],
  'bot.delete': ['DELETE', '/bots/:id'],
  'bot.replace_key': ['POST', '/bots/:id/actions/replace_key'],
  'ssh_key.list_of_bot': ['GET', '/bots/:id/ssh_keys'],
  'ssh_key.show_of_bot': ['GET', '/bots/:id/ssh_keys/:key_id'],
  'ssh_key.create_of_bot': ['POST', '/bots/:id/ssh_keys'],
  'ssh_key.update_of_bot': ['PUT', '/bots/:id/ssh_keys/:key_id'],
  'ssh_key.delete_of_bot': ['DELETE', '/bots/:id/ssh_keys/:key_id'],
  'collaborator.list': ['GET', '/collaborators'],
  'collaborator.show': ['GET', '/collaborators/:id'],
  'collaborator.create': ['POST', '/collaborators'],
  'collaborator.update': ['PUT', '/collaborators/:id'],
  'collaborator.delete': ['DELETE', '/collaborators/:id'],
  'company.show': ['GET', '/company'],
  'company.update': ['PUT', '/company'],
  'group_member.list': ['GET', '/groups/:group_id/members'],
  'group_member.show': ['GET', '/groups/:group_id/members/:id'],
  'group_member.create': ['POST', '/groups/:group_id/members'],
  'group_member.update': ['PUT', '/groups/:group_id/members/:id'],
  'group_member.delete': ['DELETE', '/groups/:group_id/members/:id'],
  'group_member.show_singular': ['GET', '/groups/:group_id/member/:id'],
  'group_member.update_singular': ['PUT', '/groups/:group_id/member/:id'],
  'group_member.delete_singular': ['DELETE', '/groups/:group_id/member/:id'],
  'group.list': ['GET', '/groups'],
  'group.show': ['GET', '/groups/:group_id'],
  'group.create': ['POST', '/groups'],
  'group.update': ['PUT', '/groups/:group_id'],
  'group.delete': ['DELETE', '/groups/:group_id'],
  'license.show': ['GET', '/company/license'],
  'notification_settings.show': ['GET', '/account/settings/notifications'],
  'notification_settings.update': ['PUT', '/account/settings/notifications'],
  'password_recovery.create': ['POST', '/account/password_recoveries'],
  'password_recovery.show': ['GET', '/account/password_recoveries/:token'],
  'password_recovery.update': ['PUT', '/account/password_recoveries/:token'],
  'project_bot.list': ['GET', '/projects/:project_id/project_bots'],
  'project_bot.show': ['GET', '/projects/:project_id/project_bots/:id'],
  'project_bot.create': ['POST', '/projects/:project_id/project_bots'],
  'project_bot.update': ['PUT', '/projects/:project_id/project_bots/:id'],
  'project_bot.delete': ['DELETE', '/projects/:project_id/project_bots/:id'],
  'project_collaborator.list': ['GET', '/projects/:project_id/project_collaborators'],
  'project_collaborator.show': ['GET', '/projects/:project_id/project_collaborators/:id'],
  'project_collaborator.create': ['POST', '/projects/:project_id/project_collaborators'],
  'project_collaborator.update': ['PUT', '/projects/:project_id/project_collaborators/:id'],
  'project_collaborator.delete': ['DELETE', '/projects/:project_id/project_collaborators/:id'],
  'project_group.list': ['GET', '/projects/:project_id/project_groups'],
  'project_group.show': ['GET', '/projects/:project_id/project_groups/:id'],
  'project_group.create': ['POST', '/projects/:project_id/project_groups'],
  'project_group.update': ['PUT', '/projects/:project_id/project_groups/:id'],
  'project_group.delete': ['DELETE', '/projects/:project_id/project_groups/:id'],
  'project_member.list': ['GET', '/projects/:project_id/project_members'],
  'project_member.show': ['GET', '/projects/:project_id/project_members/:id'],
  'project.list': ['GET', '/projects'],
  'project.show': ['GET', '/projects/:project_id'],
  'project.create': ['POST', '/projects'],
  'project.update': ['PUT', '/projects/:project_id'],
  'project.delete': ['DELETE', '/projects/:project_id'],
  'project_user.list': ['GET', '/projects/:project_id/project_users'],
  'project_user.show': ['GET', '/projects/:project_id/project_users/:id'],
  'project_user.create': ['POST', '/projects/:project_id/project_users'],
  'project_user.update': ['PUT', '/projects/:project_id/project_users/:id'],
  'project_user.delete': ['DELETE', '/projects/:project_id/project_users/:id'],
  'session.create': ['POST', '/account/sessions'],
  'session.list': ['GET', '/account/sessions'],
  'session.show': ['GET', '/account/sessions/:id'],
  'session.delete': ['DELETE', '/account/sessions/:id'],
  'ssh_key.list': ['GET', '/account/ssh_keys'],
  'ssh_key.show': ['GET', '/account/ssh_keys/:id'],
  'ssh_key.create': ['POST', '/account/ssh_keys'],
  'ssh_key.update': ['PUT', '/account/ssh_keys/:id'],
  'ssh_key.delete': ['DELETE', '/account/ssh_keys/:id'],
  'subscriber.list': ['GET', '/projects/:project_id/subscribers'],
  'subscriber.show': ['GET', '/projects/:project_id/subscribers/:id'],
  'subscriber.subscribe': ['POST', '/projects/:project_id/actions/subscribe'],
  'subscriber.unsubscribe': ['DELETE', '/projects/:project_id/actions/unsubscribe'],
  'user.list': ['GET', '/users'],
  'user.show': ['GET', '/users/:id'],
  'user.create': ['POST', '/users'],
  'user.update': ['PUT', '/users/:id'],
  'user.delete': ['DELETE', '/users/:id'],
  'blame.list': ['GET', '/projects/:project_id/repositories/:repository_id/commits/:commit_id/blame/:path'],
  'bookmark.list': ['GET', '/projects/:project_id/repositories/:repository_id/bookmarks'],
  'branch.list': ['GET', '/projects/:project_id/repositories/:repository_id/branches'],
  'branch.show': ['GET', '/projects/:project_id/repositories/:repository_id/branches/:id'],
  'branch.create': ['POST', '/projects/:project_id/repositories/:repository_id/branches'],
  'branch.update': ['PUT', '/projects/:project_id/repositories/:repository_id/branches/:id'],
  'branch.delete': ['DELETE', '/projects/:project_id/repositories/:repository_id/branches/:id'],
  'changeset.of_commit': [
    'GET',
    '/projects/:project_id/repositories/:repository_id/commits/:commit_id/changesets',
  ],
  'changeset.compare': ['GET', '/projects/:project_id/repositories/:repository_id/compare/changesets/:range'],
  'commit.list': ['GET', '/projects/:project_id/repositories/:repository_id/commits'],
  'commit.show': ['GET', '/projects/:project_id/repositories/:repository_id/commits/:commit_id'],
  'commit.create': ['POST', '/projects/:project_id/repositories/:repository_id/commits'],
  'commit.history': ['GET', '/projects/:project_id/repositories/:repository_id/commits/:commit_id/history'],
  'commit.history_of': [
    'GET',
    '/projects/:project_id/repositories/:repository_id/commits/:commit_id/history/:path',
  ],
  'commit.future': ['GET', '/projects/:project_id/repositories/:repository_id/commits/:commit_id/future'],
  'commit.future_of': [
    'GET',
    '/projects/:project_id/repositories/:repository_id/commits/:commit_id/future/:path',
  ],
  'commit.compare': ['GET', '/projects/:project_id/repositories/:repository_id/compare/commits/:range'],
  'match.list': ['GET', '/projects/:project_id/repositories/:repository_id/commits/:commit_id/search'],
  'protected_branch.list': ['GET', '/projects/:project_id/repositories/:repository_id/protected_branches'],
  'protected_branch.show': [
    'GET',
    '/projects/:project_id/repositories/:repository_id/protected_branches/:id',
  ],
  'protected_branch.create': ['POST', '/projects/:project_id/repositories/:repository_id/protected_branches'],
  'protected_branch.update': [
    'PUT',
    '/projects/:project_id/repositories/:repository_id/protected_branches/:id',
  ],
  'protected_branch.delete': [
    'DELETE',
    '/projects/:project_id/repositories/:repository_id/protected_branches/:id',
  ],
  'repository.list': ['GET', '/projects/:project_id/repositories'],
  'repository.show': ['GET', '/projects/:project_id/repositories/:repository_id'],
  'repository.create': ['POST', '/projects/:project_id/repositories'],
  'repository.update': ['PUT', '/projects/:project_id/repositories/:repository_id'],
  'repository.delete': ['DELETE', '/projects/:project_id/repositories/:repository_id'],
  'repository.fork': ['POST', '/projects/:project_id/repositories/:repository_id/actions/fork'],
  'repository.import': ['POST', '/projects/:project_id/repositories/:repository_id/actions/import'],
  'repository.stop_import': ['DELETE', '/projects/:project_id/repositories/:repository_id/actions/import'],
  'tag.list': ['GET', '/projects/:project_id/repositories/:repository_id/tags'],
  'tag.show': ['GET', '/projects/:project_id/repositories/:repository_id/tags/:id'],
  'tag.create': ['POST', '/projects/:project_id/repositories/:repository_id/tags'],
  'tag.delete': ['DELETE', '/projects/:project_id/repositories/:repository_id/tags/:id'],
  'tree_entry.root': ['GET', '/projects/:project_id/repositories/:repository_id/commits/:commit_id/tree'],
  'tree_entry.below': [
    'GET',
    '/projects/:project_id/repositories/:repository_id/commits/:commit_id/tree/:path',
  ],
  'tree_entry.files': ['GET', '/projects/:project_id/repositories/:repository_id/commits/:commit_id/files'],
  'artifact.list': ['GET', '/projects/:project_id/repositories/:repository_id/artifacts'],
  'artifact.show': ['GET', '/projects/:project_id/repositories/:repository_id/artifacts/:id'],
} as const satisfies Record<OperationName, readonly [method: string, path: string]>;
