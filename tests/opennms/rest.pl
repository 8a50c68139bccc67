#!/usr/bin/perl
# A server that takes uploads as OpenNMS' REST interface does: multipart forms for POST .../api/v2/X/upload, with a
# password. Prints its port. What comes goes into files of FOLDER.
#
#   rest.pl FOLDER ANSWER
use strict;
use warnings;
use IO::Socket::INET;
use MIME::Base64;

my ($folder, $answer) = @ARGV;
mkdir $folder;
$| = 1;
my $server = IO::Socket::INET->new(LocalAddr => '127.0.0.1', Listen => 5, ReuseAddr => 1) or die "listen: $!\n";
print $server->sockport, "\n";
while (my $client = $server->accept) {
  my $head = '';
  while (my $line = <$client>) { $head .= $line; last if $line eq "\r\n" }
  my ($path) = $head =~ m{^POST (\S+)};
  my ($length) = $head =~ /^Content-Length: (\d+)/mi;
  my ($boundary) = $head =~ m{^Content-Type: multipart/form-data; boundary=(\S+)}mi;
  my ($auth) = $head =~ /^Authorization: Basic (\S+)/mi;
  print $client "HTTP/1.1 100 Continue\r\n\r\n" if $head =~ /^Expect: 100-continue/mi;
  my $body = '';
  read $client, $body, $length // 0;
  my $status = '200 OK';
  my ($what) = ($path // '') =~ m{^/opennms/api/v2/(datacollectionconf|eventconf)/upload$};
  if (decode_base64($auth // '') ne 'admin:p"\w') { $status = '401 Unauthorized' }
  elsif (!defined $what || !defined $boundary) { $status = '404 Not Found' }
  else {
    my $files = 0;
    for my $part (split /\r?\n?--\Q$boundary\E(?:--)?\r\n/, $body) {
      my ($about, $data) = split /\r\n\r\n/, $part, 2;
      next unless defined $data;
      my ($name) = $about =~ /name="(\w+)"/;
      my $to = $name eq 'upload' ? $what : 'profile';
      $files++ if $name eq 'upload' && $about =~ /filename="[^"]+\.xml"/;
      $data =~ s/\r\n$// if $name ne 'upload';
      open my $fh, '>:raw', "$folder/$to" or die "$folder/$to: $!\n";
      print $fh $data;
      close $fh;
    }
    $status = '400 Bad Request' if $files != 1;
  }
  my $text = $status eq '200 OK' ? $answer : '';
  print $client "HTTP/1.1 $status\r\nContent-Type: application/json\r\nContent-Length: ", length $text, "\r\nConnection: close\r\n\r\n$text";
  close $client;
}
