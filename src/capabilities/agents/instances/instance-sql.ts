/** The instance that calls, stored if it is new. */
export const entered = 'app.enter_instance(:user, :agent, :client_session, :connection, :new_instance, :now)'
