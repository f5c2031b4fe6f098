--liquibase formatted sql
--changeset own:1
CREATE TABLE own (id INT);
