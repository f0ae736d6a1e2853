/**
 * The lines of Perl in the server, by which it serves any repository at any address without a configuration of it.
 * `directories`: where Perl's own lie, besides the usual places; the server finds this file in its own directory.
 */
export const serverPerl = (secret: string, directories: readonly string[]): string => `package HoldfastDav;
${directories.map((each) => `use lib '${each.replace(/[\\']/g, '\\$&')}';`).join('\n')}
use strict;
use warnings;
use Apache2::RequestRec ();
use Apache2::RequestUtil ();
use APR::Table ();
use Apache2::Const -compile => qw(OK DECLINED FORBIDDEN);

# Whoever does not know what was made up at the start is somebody else on this machine.
sub known {
  my $r = shift;
  my $h = $r->headers_in;
  return Apache2::Const::FORBIDDEN unless ($h->get('X-Hf-Secret') // '') eq '${secret}';
  for my $name (qw(X-Hf-Repo X-Hf-Root X-Hf-User)) {
    my $value = $h->get($name);
    return Apache2::Const::FORBIDDEN if !defined $value || $value eq '' || $value =~ /["\\\\\\x00-\\x1f]/;
  }
  return Apache2::Const::OK;
}

sub trans { $_[0]->filename('/nonexistent'); return Apache2::Const::OK }

sub stored { return Apache2::Const::OK }

# In this phase, since the other address of a MERGE is looked up by a request inside of it, which has no earlier one.
sub config {
  my $r = shift;
  my $h = $r->headers_in;
  $r->add_config(['DAV svn', 'SVNPath "' . $h->get('X-Hf-Repo') . '"'], -1, $h->get('X-Hf-Root'));
  return Apache2::Const::DECLINED;
}

sub authen { my $r = shift; $r->user($r->headers_in->get('X-Hf-User')); return Apache2::Const::OK }

1;
`;
