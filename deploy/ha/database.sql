-- Dossard's own account and database, once: see README.md.
create role dossard login password :'password';
create database dossard owner dossard;
