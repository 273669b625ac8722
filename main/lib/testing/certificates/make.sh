#!/bin/sh
# Makes the certificates of the tests anew: an authority of a made-up company, and servers it vouches for or does not.
# Valid for a hundred years (expired.pem: for one day of the past). Needs openssl. The keys protect nothing.
set -e
cd "$(dirname "$0")"
work=$(mktemp -d)
key() { openssl ecparam -name prime256v1 -genkey -noout -out "$1"; }
key "$work/authority.key"
openssl req -x509 -new -key "$work/authority.key" -days 36500 -subj '/O=Example Works/CN=Example Works Root CA' \
  -addext basicConstraints=critical,CA:true -addext keyUsage=critical,keyCertSign,cRLSign -out authority.pem
key server.key
leaf() { # file, names, more options of openssl x509
  file=$1
  names=$2
  shift 2
  printf 'subjectAltName=%s\nbasicConstraints=CA:false\nextendedKeyUsage=serverAuth\n' "$names" > "$work/leaf.ext"
  openssl req -new -key server.key -subj '/CN=server' |
    openssl x509 -req -CA authority.pem -CAkey "$work/authority.key" -set_serial "0x$(openssl rand -hex 8)" -extfile "$work/leaf.ext" -out "$file" "$@"
}
leaf server.pem 'DNS:localhost,DNS:mcp.example.test,DNS:model.example.test,DNS:login.example.test,IP:127.0.0.1' -days 36500
leaf other-name.pem 'DNS:elsewhere.example.test' -days 36500
openssl req -new -key server.key -subj '/CN=server' -out "$work/old.csr"
mkdir "$work/ca"
: > "$work/ca/index.txt"
echo 01 > "$work/ca/serial"
printf '[ca]\ndefault_ca=c\n[c]\ndatabase=%s/ca/index.txt\nserial=%s/ca/serial\nnew_certs_dir=%s/ca\ndefault_md=sha256\npolicy=p\nx509_extensions=e\n[p]\ncommonName=supplied\n[e]\nsubjectAltName=DNS:localhost,IP:127.0.0.1\n' "$work" "$work" "$work" > "$work/ca.conf"
openssl ca -batch -config "$work/ca.conf" -cert authority.pem -keyfile "$work/authority.key" -in "$work/old.csr" \
  -startdate 20200101000000Z -enddate 20200102000000Z -notext -out expired.pem
openssl req -x509 -new -key server.key -days 36500 -subj '/CN=home.example.test' \
  -addext 'subjectAltName=DNS:localhost,IP:127.0.0.1' -addext basicConstraints=CA:true -out self-signed.pem
rm -r "$work"
