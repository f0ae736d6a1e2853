/** What is asked of remotes, and what they get: branches and tags, wherever they were before. */
export const remoteRefs = ['+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*'];
