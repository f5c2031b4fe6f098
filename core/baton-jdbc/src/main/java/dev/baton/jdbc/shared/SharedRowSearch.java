package dev.baton.jdbc.shared;

import java.util.List;
import java.util.UUID;

/**
 * Describes how a search for finished tasks reads shared rows.
 *
 * @param verb the SQL statement, with places for the rows ({@code {begin}}), for the search's own
 *     conditions on {@code f}, and for its order
 * @param window the SQL statement that finds when the next given number of those rows had ended
 * @param count the SQL statement that counts the tasks of a given number of those rows
 * @param begin a condition that selects the rows to read, with a place for each of the ids
 * @param ids the ids to bind in {@code begin}, before all other parameters
 */
public record SharedRowSearch(
    String verb, String window, String count, String begin, List<UUID> ids) {}
